package store

import (
	"strings"
	"unicode"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
)

// HasPrefixFold finds texts that begin with a prefix in any case. Ent's own predicate ignores the case of ASCII letters
// only: on SQLite always, on PostgreSQL in a database with the C locale.
func HasPrefixFold(column, prefix string) *entsql.Predicate {
	return entsql.P(func(b *entsql.Builder) {
		if b.Dialect() == dialect.Postgres {
			b.Ident(column).WriteString(" ~ ").Arg("^" + inAnyCase(prefix, `\.+*?()[]{}|^$`, `\`, ""))
			return
		}
		b.Ident(column).WriteString(" GLOB ").Arg(inAnyCase(prefix, "*?[", "[", "]") + "*")
	})
}

// inAnyCase returns a pattern in which every letter is the set of its cases, and special characters are quoted.
func inAnyCase(text, special, quote, unquote string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case strings.ContainsRune(special, r):
			b.WriteString(quote + string(r) + unquote)
		case unicode.SimpleFold(r) == r:
			b.WriteRune(r)
		default:
			b.WriteString("[" + string(r))
			for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
				b.WriteRune(other)
			}
			b.WriteByte(']')
		}
	}
	return b.String()
}
