/// The conventions of languages and countries for numbers and dates, from the Unicode CLDR, release 44, https://cldr.unicode.org.
enum LocaleTable {
    /// How numbers and dates are written somewhere.
    struct Convention {
        /// The sign before the decimals.
        let decimal: Character
        /// The sign between thousands.
        let group: Character
        /// The order of day, month and year.
        let order: LocaleFormat.DateOrder
        /// The sign between them.
        let date: Character
        /// The digits of a group beyond the thousands.
        var furtherGroup = 3

        init(_ decimal: Character, _ group: Character, _ order: LocaleFormat.DateOrder, _ date: Character, furtherGroup: Int = 3) {
            (self.decimal, self.group, self.order, self.date, self.furtherGroup) = (decimal, group, order, date, furtherGroup)
        }
    }

    /// The names of the locales that luca knows: languages, and territories that differ from their language or are of a mixed one.
    static var names: [String] { languages.keys.sorted() + territories.keys.sorted() }

    /// What holds for a language in a territory, or without one in most places where it is spoken; nil where it is not known.
    static func convention(_ language: String, _ territory: String) -> Convention? {
        if let known = territories["\(language)_\(territory)"] { return known }
        return territory.isEmpty || !mixedLanguages.contains(language) ? languages[language] : nil
    }

    private static let blank: Character = "\u{A0}"
    private static let narrow: Character = "\u{202F}"

    private static let languages: [String: Convention] = [
        "bg": Convention(",", blank, .dayFirst, "."), "ca": Convention(",", ".", .dayFirst, "/"), "cs": Convention(",", blank, .dayFirst, "."),
        "da": Convention(",", ".", .dayFirst, "."), "de": Convention(",", ".", .dayFirst, "."), "el": Convention(",", ".", .dayFirst, "/"),
        // English without a country: numbers alone are sure.
        "en": Convention(".", ",", .yearFirst, "-"), "es": Convention(",", ".", .dayFirst, "/"), "et": Convention(",", blank, .dayFirst, "."),
        "fi": Convention(",", blank, .dayFirst, "."), "fr": Convention(",", narrow, .dayFirst, "/"), "he": Convention(".", ",", .dayFirst, "."),
        "hr": Convention(",", ".", .dayFirst, "."), "hu": Convention(",", blank, .yearFirst, "."), "id": Convention(",", ".", .dayFirst, "/"),
        "is": Convention(",", ".", .dayFirst, "."), "it": Convention(",", ".", .dayFirst, "/"), "ja": Convention(".", ",", .yearFirst, "/"),
        "ko": Convention(".", ",", .yearFirst, "."), "lt": Convention(",", blank, .yearFirst, "-"), "lv": Convention(",", blank, .dayFirst, "."),
        "nb": Convention(",", blank, .dayFirst, "."), "nl": Convention(",", ".", .dayFirst, "-"), "nn": Convention(",", blank, .dayFirst, "."),
        "no": Convention(",", blank, .dayFirst, "."), "pl": Convention(",", blank, .dayFirst, "."), "pt": Convention(",", ".", .dayFirst, "/"),
        "ro": Convention(",", ".", .dayFirst, "."), "ru": Convention(",", blank, .dayFirst, "."), "sk": Convention(",", blank, .dayFirst, "."),
        "sl": Convention(",", ".", .dayFirst, "."), "sr": Convention(",", ".", .dayFirst, "."), "sv": Convention(",", blank, .yearFirst, "-"),
        "tr": Convention(",", ".", .dayFirst, "."), "uk": Convention(",", blank, .dayFirst, "."), "vi": Convention(",", ".", .dayFirst, "/"),
        "zh": Convention(".", ",", .yearFirst, "/"),
    ]

    /// Languages that some countries write with a point and others with a comma, or with other signs between thousands: a country that is not listed is not guessed.
    private static let mixedLanguages: Set = ["de", "en", "es", "fr", "it", "pt"]

    /// What holds in one country each, by its language and territory: those that differ from their language, and of the mixed languages all.
    private static let territories: [String: Convention] = {
        var all = odd
        for (name, countries) in usual {
            guard let convention = languages[name] else { continue }
            for country in countries.split(separator: " ") { all["\(name)_\(country)"] = convention }
        }
        for country in pointed.split(separator: " ") { all["es_\(country)"] = Convention(".", ",", .dayFirst, "/") }
        return all
    }()

    /// The countries that write as their mixed language does without one.
    private static let usual: [String: String] = [
        "de": "AT BE DE IT LU", "es": "AR BO CO EC ES GQ PY UY VE",
        "fr": "BE BF BI BJ BL CD CF CG CI CM DJ FR GA GF GN GP GQ KM MC MF MG ML MQ MR NC NE PF PM RE RW SC SN TD TG WF YT",
        "it": "IT SM VA", "pt": "BR",
    ]
    /// Countries that write Spanish with a decimal point, the day first.
    private static let pointed = "419 BZ CU DO GT HN MX NI PE SV US"

    private static let odd: [String: Convention] = [
        "de_CH": Convention(".", "’", .dayFirst, "."), "de_LI": Convention(".", "’", .dayFirst, "."),
        "en_AU": Convention(".", ",", .dayFirst, "/"), "en_CA": Convention(".", ",", .yearFirst, "-"), "en_GB": Convention(".", ",", .dayFirst, "/"),
        "en_HK": Convention(".", ",", .dayFirst, "/"), "en_IE": Convention(".", ",", .dayFirst, "/"),
        "en_IN": Convention(".", ",", .dayFirst, "/", furtherGroup: 2), "en_NG": Convention(".", ",", .dayFirst, "/"), "en_NZ": Convention(".", ",", .dayFirst, "/"),
        "en_SG": Convention(".", ",", .dayFirst, "/"), "en_UK": Convention(".", ",", .dayFirst, "/"), "en_US": Convention(".", ",", .monthFirst, "/"),
        "es_CL": Convention(",", ".", .dayFirst, "-"), "es_CR": Convention(",", blank, .dayFirst, "/"),
        "es_PA": Convention(".", ",", .monthFirst, "/"), "es_PR": Convention(".", ",", .monthFirst, "/"),
        "fr_LU": Convention(",", ".", .dayFirst, "/"), "fr_MA": Convention(",", ".", .dayFirst, "/"), "fr_CA": Convention(",", blank, .yearFirst, "-"),
        "fr_CH": Convention(",", narrow, .dayFirst, "."),
        "hi_IN": Convention(".", ",", .dayFirst, "/", furtherGroup: 2), "it_CH": Convention(".", "’", .dayFirst, "."),
        "nl_BE": Convention(",", ".", .dayFirst, "/"), "pt_PT": Convention(",", blank, .dayFirst, "/"), "zh_HK": Convention(".", ",", .dayFirst, "/"),
    ]
}
