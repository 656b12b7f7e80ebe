/// The advance widths of DejaVu Sans and DejaVu Sans Bold 2.37, read from the tables `cmap` and `hmtx` of the font files.
///
/// The pictures name this font first. Verdana, which they name next, has nearly its widths, and what stands in for both is narrower, so that a width from here is an upper
/// bound nearly everywhere. Kerning, which is left out, shortens a line by 1 to 2 %.
enum FontWidths {
    /// How many units an em has.
    static let unitsPerEm = 2048

    /// The characters whose widths are listed, block by block.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x0020...0x007E, 0x00A0...0x024F, 0x0370...0x03FF, 0x0400...0x04FF, 0x1E00...0x1EFF, 0x2000...0x206F,
        0x20A0...0x20BF, 0x2100...0x218F, 0x2200...0x22FF, 0x25A0...0x25FF,
    ]

    /// Blocks in which all characters are equally wide: arrows, box lines, block elements, Braille.
    private static let evenBlocks: [(characters: ClosedRange<UInt32>, regular: Int, bold: Int)] = [
        (0x2190...0x21FF, 1716, 1716), (0x2500...0x257F, 1233, 1233), (0x2580...0x259F, 1575, 1575), (0x2800...0x28FF, 1500, 1600),
    ]

    /// The width of a character.
    static func units(_ scalar: Unicode.Scalar, isBold: Bool) -> Int {
        let value = scalar.value
        let widths = isBold ? bold : regular
        // Figures and plain letters, which are nearly everything that a chart writes.
        if value < 0x7F { return value < 0x20 ? 0 : Int(widths[Int(value - 0x20)]) }
        var start = 0
        for block in blocks {
            if value < block.lowerBound { break }
            if value <= block.upperBound { return Int(widths[start + Int(value - block.lowerBound)]) }
            start += block.count
        }
        for block in evenBlocks where block.characters.contains(value) { return isBold ? block.bold : block.regular }
        return ofOtherFont(scalar)
    }

    /// The width of a character that these fonts have not, or that is rare: as wide as fonts that stand in make it, nothing for what stands over another.
    private static func ofOtherFont(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        // The pictures of fonts for emoji are up to 1.3 em wide.
        default: return scalar.properties.isEmojiPresentation ? unitsPerEm * 13 / 10 : unitsPerEm
        }
    }

    private static let regular = decoded(regularText)
    private static let bold = decoded(boldText)

    /// Two characters for each width, in digits of base 64 from "0" to "o"; line breaks and blanks say nothing.
    private static func decoded(_ text: StaticString) -> [UInt16] {
        text.withUTF8Buffer { bytes in
            let digits = bytes.filter { $0 >= 48 }.map { UInt16($0) - 48 }
            return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 6 | digits[$0 + 1] }
        }
    }

    private static let regularText: StaticString = #"""
        :;<e>^JdDGNJHm8c<O<O@0Jd:;;S:;:bDGDGDGDGDGDGDGDGDGDG:b:bJdJdJd@oP0EiEmFFHYD>BJHcH49L9LDoAeKWGlI<CCI<F?DDCSGKEiOYEkCSEk<O:b<OJd@0@0CWDDAVDDC\;ADDDB8i8iBR8iO;DBCU
        DDDD=:@[<SDBBlJ;BlBl@cDG:bDGJd:;<eDGDGDGDG:b@0@0P0?5CUJd;SP0@0@0Jd<e<e@0DGDG:;@0<e?5CUO1O1O1@oEiEiEiEiEiEiO;FFD>D>D>D>9L9L9L9LHcGlI<I<I<I<I<JdI<GKGKGKGKCSCGD:CW
        CWCWCWCWCWOKAVC\C\C\C\8i8i8i8iCUDBCUCUCUCUCUJdCUDBDBDBDBBlDDBlEiCWEiCWEiCWFFAVFFAVFFAVFFAVHYDDHcDDD>C\D>C\D>C\D>C\D>C\HcDDHcDDHcDDHcDDH4DBMDF?9L8i9L8i9L8i9L8i9L
        8iBhAb9L8iDoBRBRAe8iAe8iAe<0Ae:lAo96GlDBGlDBGlDBJ2GlDBI<CUI<CUI<CUR?P_F?=:F?=:F?=:DD@[DD@[DD@[DD@[CS<SCS<SCS<SGKDBGKDBGKDBGKDBGKDBGKDBOYJ;CSBlCSEk@cEk@cEk@c;ADD
        GQEmDDEmDDFPFFAVHcJ=EmDDCUD>I<CZBJ;AHcEnOO;D9LGgBR8iBlO;GlDBI<M>CUNGHCDgDDF?DD@[D>:`<SCS<SCSKMDBHMG4GcGHEk@cEDEDBO@cDGEDBO@EDD9L?`>\9M]PYTTlJ_I;>WMcMTIQEiCW9L8i
        I<CUGKDBGKDBGKDBGKDBGKDBC\EiCWEiCWO;OKHcDDHcDDDoBRI<CUI<CUEDBO8i]PYTTlHcDDSWEeGlDBEiCWO;OKI<CUEiCWEiCWD>C\D>C\9L8i9L8iI<CUI<CUF?=:F?=:GKDBGKDBDD@[CS<SD4@\H4DBGR
        JdFFCREk@cEiCWD>C\I<CUI<CUI<CUI<CUCSBl?<Jn?A8iOlOlEiFFAVAeCS@[@cCC?EEmGKEiD>C\9L8iI0DDF?=:CSBlDlB;KUD^8j8jGlDcP0P0@0AUAVAU:b9LP0P0P0P0@0@0F::;GhKh=4P0J0P0JIJK:e
        EiEmAeEiD>EkH4I<9LDoEiKWGlD>I<H4CCP0D>CSCSI<EkI<HM9LCSE6ACDB:eBQE6DKBlCUACAJDBCU:eBgBlDGAhAfCUCADDBbDBCABQE7BOE7Jc:eBQCUBQJcDoCZCdFGJmFGE7JcE?I<CUD`BbBJ>[E7E7K\
        D5MhJcHAE6IEC[EnCKHTD0FHCUCSA:E?DDAV8iI<C\C\CGDDFFKWDeDDFPFFFPD>D>I:CQFFDD9L9L9LS0QLI:F^GlCPH4EiEmEmCQI0D>RNDQGlGlF^H4KWH4I<H4CCFFCSCPKSEkHfElR>S0JYL?EmFFRSF?CW
        C_Bg@dF8C\LeA1DcDcCEDMH9DkCUDkDDAVBYBlKGBlEbBjMBN9FWIABgATJlC@C\C\D0@dAT@[8i8i8iLhL`DgCEDcBlDkMhJcHZEPN:GnL9I4U7P3I<CUPgJHDGACKJL3I<CUI0EBI0EBO`LlNPHAU`PiMhJcFF
        AV@500000000000000H^EZEmBgCCDDCQ@dEVBiCn@mRNLeDQA1F^CEF^CEF^CEKJJWH4E9PML4RVMCL6F;FFAVCSBYCSBlCSBlEkBlMiIdElBjElBjElDBN7GCN7GC9LRNLeDoCEHeEMH4E9HfEbElBjLJHb8iEi
        CWEiCWO;OKD>C\I<C\I<C\RNLeDQA1EDBOGlDcGlDcI<CUI<CUI<CUFFATCPBlCPBlCPBlElBjCQ@dL?IAEVBiEkBlEkBlEiCWEmDDEmDDEmDDFFAVHYDDHYDDHYDDHYDDHYDDD>C\D>C\D>C\D>C\D>C\BJ;AHc
        DDH4DBH4DBH4DBH4DBH4DB9L8i9L8iDoBRDoBRDoBRAe9=Ae9=Ae8iAe8iKWO;KWO;KWO;GlDBGlDBGlDBGlDBI<CUI<CUI<CUI<CUCCDDCCDDF?=:F?=:F?=:F?=:DD@[DD@[DD@[DD@[DD@[CS<SCS<SCS<SCS
        <SGKDBGKDBGKDBGKDBGKDBEiBlEiBlOYJ;OYJ;OYJ;OYJ;OYJ;EkBlEkBlCSBlEk@cEk@cEk@cDB<SJ;BlCW;A;A;AHVCUEiCWEiCWEiCWEiCWEiCWEiCWEiCWEiCWEiCWEiCWEiCWEiCWD>C\D>C\D>C\D>C\D>
        C\D>C\D>C\D>C\9L8i9L8iI<CUI<CUI<CUI<CUI<CUI<CUI<CUM>CUM>CUM>CUM>CUM>CUGKDBGKDBKMDBKMDBKMDBKMDBKMDBCSBlCSBlCSBlCSBlHW?AP0P0P0P0@0P0@0P0:S805FDG:;6I3<0000000000;S
        ;SDG@0P0P0@0@0:;:;:;:;@U@U@U@U@0@0BhBh:]EGP0:;000000000000006IZlgR7A;m@Y7A;m@Y:f<c<cJd?R@o@0I^I^80P0@05F<O<OMPGMGM?jDG@0@0@0:bI^@0>IP0I^JdB`E>JdJd:;IQJd:;:;7700
        00000000P000000000000000000000L4DGDGDGDGO;DGX^RGOYI6DGDGDGDGX^DGDGDGDGHaDGP0P0DGDGDGP0P0DGP0P0PVPVFFSlDSPVR9CZFFNMP0OXH9K<DBDB?2FDG3=>J;IXQBP0FDFLI<IRJ3IFL\EiPX
        RHP0EiGeBOHMHMC^:eDoEiI:FPKFBlCHI:BJR>>bGfET>jDX<:MXV=FNGBDlK:IlHcAeAeCSJ=FZC\;?;?P0HmP0P0@fP0O1O1[fO1O1O1O1O1O1O1O1O1O1O1O1B;9L?`F4MREiMQSeZ9MGEkMgT=AeFFHYKW8i
        >YDIInBlImO]UMJ=BlJDP48iAVDDO;WfHYWfFPAUFFP0P0P0O1P0P0P0P0P0P0EiDG@SD>D>KhEJEJKhKhFnKhKhFnDGH>H>ETJdJdJd:bDHJdD2D2DIDIDIFgJZJdL\L\Jd@0@0@0@0GKGKGKGK@[I@Qe@[I@Qe
        @[@[@[DGDG8EDGJdJdJdJdJdJdJdJd<0JdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJfJfP0P0JdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdQPQP>fJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJd
        JdJdJdJdJdJdJdJdJdJdJdGKGKGKJdJdJdJdHnHnJdJdJdJdJdJdJdJdJdJdJdJdJdKhKhKhKh@Z@ZKhKhKhKhKhKhKhKhJdJdJdJdJdJdP0P0JdJd@ZGKGKGKJdJdJ@J@J@J@D2:;D2JdP0P0P0P0P0JdGLGLJd
        JdJdJdJdJdJdJd]Q]QJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdP0P0P0P0P0KhFnKhKhFnKhKhP0KhFnKhFnKhN?N?N?N?N?N?N?N?N?N?E\E\N?N?AWAWHWHWHWHW@4@4HWHW@4@4HWHWHWHW@4@4HW
        HW@4@4HWHWHWHWHWKk?dKkKkKkKkKkKkKkKkKkKkKk@g@gIDO3O3O3<I<I<I<IKkKkHWHWHWHWBhN?N?N?N?N?HWHWHWSdN?N?N?N?KkKkKkKkHWHWHWJTJTGLGLHW
        """#

    private static let boldText: StaticString = #"""
        ;9>V@[JdFAP4Kj9c>X>X@_Jd<:=B<:;\FAFAFAFAFAFAFAFAFAFA<c<cJdJdJdBTP0HaHIGOJTEgEgJAJb;j;jHcDIOfJbK=GMK=HYG3EeIoHaSCH[G;G=>X;\>XJd@0@0EVFjBnFjE]=kFjFb:n:nEB:nQFFbEo
        FjFj?bC3?CFbDgMTDYDgBXFb;\FbJd;9>VFAFADGFA;\@0@0P0B3D[Jd=BP0@0@0Jd>1>1@0GSDG<:@0>1B3D[Q8Q8Q8BTHaHaHaHaHaHaR^GOEgEgEgEg;j;j;j;jJdJbK=K=K=K=K=JdK=IoIoIoIoG;GWG1EV
        EVEVEVEVEVQRBnE]E]E]E]:n:n:n:nEoFbEoEoEoEoEoJdEoFbFbFbFbDgFjDgHaEVHaEVHaEVGOBnGOBnGOBnGOBnJTFjJdFjEgE]EgE]EgE]EgE]EgE]JAFjJAFjJAFjJAFjJbFbO:IB;j:n;j:n;j:n;j:n;j
        :nGdEl;j:nHcEBEBDI:nDI:nDI?FDIAdDS;hJbFbJbFbJbFbOMJbFbK=EoK=EoK=EoUFS1HY?bHY?bHY?bG3C3G3C3G3C3G3C3Ee?CEe?CEe?CIoFbIoFbIoFbIoFbIoFbIoFbSCMTG;DgG;G=BXG=BXG=BX=kFj
        ImHIFjHIFjGOGOBnJdL8H>FjF0EgK;FAEg=kJAIHQL=l<MHcEB;RBlQFJbFbK=KmEoRYM<I1FjHYG3C3EgAZ?CFW?CEeJ_FbK=J2IQHjG=BXH^H^DPBXFAH^DPBEFj;jE5AJ;jaa]<YRPCOGElV\U`Q`HaEV;j:n
        K=EoIoFbIoFbIoFbIoFbIoFbE]HaEVHaEVR^QRJAFjJAFjHcEBK=EoK=EoH^BX:naa]<YRJAFjY?I<JbFbHaEVR^QRK=EoHaEVHaEVEgE]EgE];j:n;j:nK=EoK=EoHY?bHY?bIoFbIoFbG3C3Ee?CF6CLJbFbJb
        K[IiE5G=BXHaEVEgE]K=EoK=EoK=EoK=EoG;Dg?_K_@H:nRdRdHaGOBnDIEeC3BXI1CZHIIoHaEgE];j:nKRIDHY?bG;DgFEB5P]J`9Z9ZJbFKP0P0@0BnAVAU<c;jP0P0P0P0>8@0IQ<:K4PBB2P0LPP0OGLW<N
        HaHIDIHaEgG=JbK=;jHcHaOfJbD>K=JbGMP0EgEeG;K=H[K<K=;jG;EoAdFb<NEWEoFjEcEoAdBjFbEo<NF_D@GSEcBjEoIDFjBnHkDKEWI2DYIJKd<NEWEoEWKdHcDeE9GhOJGhIOKdGcK=EoGOBnEg?cFNE7MJ
        D4RnJcJXFjM\GcGNDdI?ENH4FjEeBhGcFjBn:nK=DXDWGWFjGOOfGKFjFFGOFFEgEgL7DIGOG3;j;j;jTlT:L7J:JbH[JbHaHIHIDILPEgW;F_JbJbJ:JUOfJbK=JbGMGOEeH[O_H[M\IgWRZKN4Q:HIGOUTHYEV
        FFD@@^IfE]OfBVFKFKE^GLJ:F7EoF7FjBnBSDgO`DYG^EnQoSHH3LlD?BnO7DSE]E]Ff@^BnC3:n:n:nO^NVGPE^FKDgF7RnKdJiGSPIJgO`JX[NShK=EoWSP?FAAdRIQmK=EoK=F@K=F@T`QIRHKW\nURRnKdGO
        BnDh00000000000000NXIdHICTGMFjDI@^ECAHIgEJW;OfF_BVHcE^J:E^J:E^POJLNVIfSBKnX`PSNMKMGOBnEeBSG;DgG;DgH[DYSVP1IgEnIgEnIgFbPfIjPfIj;jW;OfHcD:NKIaJbF7NXIdIgEnS[Mf:nHa
        EVHaEVR^QREgE]K;E]K;E]W;OfF_BVH^DPJbFKJbFKK=EoK=EoK=EoGOBnH[DgH[DgH[DgIgEnDI@^Q:LlECAHH[DYH[DYHaEVHIFjHIFjHIFjGOBnJTFjJTFjJTFjJTFjJTFjEgE]EgE]EgE]EgE]EgE]Eg=kJA
        FjJbFbJbFbJbFbJbFbJbFb;j:n;j:nHcEBHcEBHcEBDI:nDI:nDI:nDI:nOfQFOfQFOfQFJbFbJbFbJbFbJbFbK=EoK=EoK=EoK=EoGMFjGMFjHY?bHY?bHY?bHY?bG3C3G3C3G3C3G3C3G3C3Ee?CEe?CEe?CEe
        ?CIoFbIoFbIoFbIoFbIoFbHaDgHaDgSCMTSCMTSCMTSCMTSCMTH[DYH[DYG;DgG=BXG=BXG=BXFb?CMTDgEV=k=k=kL[EoHaEVHaEVHaEVHaEVHaEVHaEVHaEVHaEVHaEVHaEVHaEVHaEVEgE]EgE]EgE]EgE]Eg
        E]EgE]EgE]EgE];j:n;j:nK=EoK=EoK=EoK=EoK=EoK=EoK=EoKmEoKmEoKmEoKmEoKmEoIoFbIoFbJ_FbJ_FbJ_FbJ_FbJ_FbG;DgG;DgG;DgG;DgNODVP0P0P0P0@0P0@0P0:S805FFA<:6I3<0000000000=B
        =BFA@0P0P0@0@0<:<:<:<:E2E2E2E2@0@0DMDM:ZEFP0;9000000000000006I^5lH8L>CD:8L>CD:GM=<=<O7D4BT@0JPJP:RP_@05F>X>XPnJQJQ@KDG@0@0@_<cJP@_AcP0JPJdEhJ1JdJd<:KiJd<:<:7700
        00000000P000000000000000000000M_FAFAFAFAQFFA`TVSSCLlFAFAFAFA\RFAFAFAFAKPFAP0P0FAFAFAP0P0FAP0P0SeUMGOV`L[RkTWCZFFRaP0REM>LJFbFbC7FDKJ?6O;JbVPP0FDH0K=N2J3IYL\F^PX
        XoP0H:H9BOK=K=HJ:eHcHaM\J<KFDGGFIfEgUi>hIJGJ?cEi<:N@[8IAGUDlKWJhHcAeDIHEJTFjE]:n:nP0KjP0P0AQP0Q8Q8_MQ8Q8Q8Q8Q8Q8Q8Q8Q8Q8Q8Q8C\;jE5N@S:HaS;\FeQSgH[Sf]1DIGOJTOf:n
        CLKjOODgNbW@_^O0DYO0WN:nBnFjQFY?JTY?GOBnGOP0P0P0Q8P0P0P0P0P0P0HaFAAJEgEgKJFCFCL\L\H0L\L\H0DGI<I<FnJdJdFA;\FAJdD2<:EFEFEFFbJZJdL\L\Jd@0@0@0@0IoIoIoIoCQM^YLB0O@Z0
        B0B0B0FAFA9JFAJdJdJdJdJdJdJdJd<0JdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdR0R0JdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJjJjQPQP@0JdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJd
        JdJdJdJdJdJdJdJdJdJdJdIoIoIoJdJdJdJdININJdJdJdJdJdJdJdJdJdJdJdJdJdM@M@M@M@AGAGM@M@M@M@M@M@M@M@JdJdJdJdJdJdP0P0JdJdAGIoIoIoJdJdJnJnJnJnD2<:D2JdP0P0P0P0P0JdInInJd
        JdJdJdJdJdJdJd]Q]QJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdJdP0P0P0P0U3L\H0L\L\H0L\L\U3L\H0L\H0L\N?N?N?N?N?N?N?N?N?N?E\E\N?N?AWAWHWHWHWHW@4@4HWHW@4@4HWHWHWHW@4@4HW
        HW@4@4HWHWHWHWHWKk?dKkKkKkKkKkKkKkKkKkKkKk@g@gJiO3O3O3<I<I<I<IHWHWHWHWHWHWDMN?N?N?N?N?HWHWHWSdN?N?N?N?KkKkKkKkHWHWHWJTJTGLGLHW
        """#
}
