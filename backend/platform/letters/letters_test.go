package letters

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	for name, same := range map[string][]string{
		"Case":               {"Kiln", "KILN", "kiln"},
		"AccentsOfLatin":     {"Café Über", "cafe\u0301 UBER", "cafe uber"},
		"Vietnamese":         {"Tiếng Việt", "tieng viet"},
		"SharpS":             {"Straße", "STRASSE", "STRAẞE"},
		"TurkishI":           {"İstanbul", "istanbul"},
		"Width":              {"ＡＰＩ", "API"},
		"HalfWidthKana":      {"ﾊﾟｽ", "パス", "ハ\u309aス"},
		"Ligature":           {"ﬁle", "file"},
		"SquaredLetters":     {"㎆", "MB"},
		"GreekCapitals":      {"Αθήνα", "ΑΘΗΝΑ", "αθηνα"},
		"FinalSigma":         {"λόγος", "ΛΟΓΟΣ"},
		"CyrillicCase":       {"Май", "МАЙ", "маи\u0306"},
		"StressOnCyrillic":   {"за\u0301мок", "замок"},
		"PointsOfHebrew":     {"שָׁלוֹם", "שלום"},
		"VowelMarksOfArabic": {"مُحَمَّد", "محمد"},
		"ComposedHangul":     {"한글", "\u1112\u1161\u11ab\u1100\u1173\u11af"},
		"VariationSelector":  {"❤\ufe0f", "❤"},
		"StackedMarks":       {"к\u0336\u0337", "к"},
	} {
		for _, text := range same {
			if got, want := Fold(text), Fold(same[0]); got != want {
				t.Errorf("%s: %q is folded to %q, want %q", name, text, got, want)
			}
		}
	}
	for name, different := range map[string][]string{
		"Dakuten":          {"バス", "パス", "ハス"},
		"DakutenAlone":     {"か\u309a", "か"},
		"HiraganaKatakana": {"はす", "ハス"},
		"CyrillicShortI":   {"Май", "Маи"},
		"CyrillicYo":       {"все", "всё"},
		"UkrainianYi":      {"її", "іі"},
		"Macedonian":       {"ќе", "ке"},
		"Devanagari":       {"किताब", "कतब", "कुताब"},
		"Nukta":            {"ज़", "ज"},
		"Thai":             {"ไม่", "ไม", "ไม้"},
		"ArabicHamza":      {"أ", "ا", "آ"},
		"HangulVowels":     {"가", "거"},
		"LatinLetters":     {"ø", "o", "đ", "d"},
		"Scripts":          {"a", "а", "α"},
	} {
		seen := map[string]string{}
		for _, text := range different {
			if other := seen[Fold(text)]; other != "" {
				t.Errorf("%s: %q and %q are the same", name, other, text)
			}
			seen[Fold(text)] = text
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, text := range []string{"c++", "İ", "\xff", "ǅ", "ﬁ", "ͅ", "a\u0345", "㎆", "и\u0301\u0306", "ำ", "ㄱㅏ",
		"\u0390", "ᾳ", "か\u3099\u0301", "ϒ\u0301", "\u1e9b\u0323"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if folded := Fold(text); Fold(folded) != folded {
			t.Errorf("%q is folded to %q, and that to %q", text, folded, Fold(folded))
		}
	})
}

func TestCut(t *testing.T) {
	const (
		family = "👨\u200d👩\u200d👧\u200d👦"
		flag   = "🇩🇪"
	)
	for _, test := range []struct {
		text string
		n    int
		want string
	}{
		{"short", 5, "short"}, {"longer", 5, "longe"}, {"", 0, ""}, {"a", 0, ""}, {"漢字漢字", 3, "漢字漢"},
		{"ab" + family, 9, "ab" + family}, {"ab" + family + "c", 9, "ab" + family}, {"ab" + family, 8, "ab"},
		{"ab" + family, 3, "ab"},
		{"a" + flag + flag, 4, "a" + flag}, {"cafe\u0301s", 4, "caf"}, {"👍🏽👍🏽", 3, "👍🏽"}, {"a\r\nb", 2, "a"},
		{"हिन्दी", 3, "हि"}, {"a" + strings.Repeat("\u0301", 9), 4, "a\u0301\u0301\u0301"}, {"a\xffb", 2, "a\xff"},
	} {
		if got := Cut(test.text, test.n); got != test.want {
			t.Errorf("%q to %d: %q, want %q", test.text, test.n, got, test.want)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"short", 5, "short"}, {"two words", 8, "two…"}, {"unbroken", 5, "unbr…"}, {"漢字漢字漢字", 4, "漢字漢…"},
		{"one, two", 6, "one…"},
		{"ab👨\u200d👩\u200d👧\u200d👦 c", 9, "ab…"}, {"", 3, ""}, {"abc", 1, "…"},
	} {
		got := Shorten(test.text, test.limit)
		if got != test.want || utf8.RuneCountInString(got) > test.limit {
			t.Errorf("%q to %d: %q, want %q", test.text, test.limit, got, test.want)
		}
	}
}
