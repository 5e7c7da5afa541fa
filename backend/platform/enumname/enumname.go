// Package word translates between the enumerations of the proto and their documented words: the name in lower case
// without the enumeration's prefix, "" for the unspecified value. CATEGORY_AI_AGENTS is "ai_agents".
package enumname

import (
	"strings"
	"sync"
	"unicode"

	"google.golang.org/protobuf/reflect/protoreflect"
)

type table struct {
	words   map[protoreflect.EnumNumber]string
	numbers map[string]protoreflect.EnumNumber
}

var tables sync.Map // protoreflect.EnumDescriptor to *table

func tableOf(d protoreflect.EnumDescriptor) *table {
	if t, ok := tables.Load(d); ok {
		return t.(*table)
	}
	prefix := screaming(string(d.Name())) + "_"
	t := &table{words: map[protoreflect.EnumNumber]string{}, numbers: map[string]protoreflect.EnumNumber{}}
	for i := range d.Values().Len() {
		v := d.Values().Get(i)
		w := ""
		if v.Number() != 0 {
			w = strings.ToLower(strings.TrimPrefix(string(v.Name()), prefix))
		}
		t.words[v.Number()] = w
		t.numbers[w] = v.Number()
	}
	actual, _ := tables.LoadOrStore(d, t)
	return actual.(*table)
}

// screaming turns VoteType into VOTE_TYPE.
func screaming(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}

// Number finds the value of d that word stands for.
func Number(d protoreflect.EnumDescriptor, word string) (protoreflect.EnumNumber, bool) {
	n, ok := tableOf(d).numbers[word]
	return n, ok
}

// OfNumber is the word of a value of d; "" for unspecified and unknown ones.
func OfNumber(d protoreflect.EnumDescriptor, n protoreflect.EnumNumber) string {
	return tableOf(d).words[n]
}

// Of is the word of e.
func Of(e protoreflect.Enum) string { return OfNumber(e.Descriptor(), e.Number()) }

// List is the words of many.
func List[E protoreflect.Enum](es []E) []string {
	words := make([]string, len(es))
	for i, e := range es {
		words[i] = Of(e)
	}
	return words
}

// Enum is the value of E that word stands for; unspecified for a word it does not know.
func Enum[E interface {
	~int32
	protoreflect.Enum
}](word string) E {
	var zero E
	n, _ := Number(zero.Descriptor(), word)
	return E(n)
}

// Enums is the values of E that many words stand for.
func Enums[E interface {
	~int32
	protoreflect.Enum
}](words []string) []E {
	es := make([]E, len(words))
	for i, w := range words {
		es[i] = Enum[E](w)
	}
	return es
}
