"""How the programs that write books at random, or read them, tell figures."""


def text(number):
    """A decimal without an exponent and without zeros behind the last digit that counts."""
    plain = format(number.normalize(), "f")
    return "0" if plain in ("-0", "") else plain


def tell(name, number):
    """A line of what a book comes to: a name, as in `held Alpha VTI`, a tab and a figure."""
    print(name + "\t" + text(number))
