// Package enumname converts between proto enumeration values and their documented words: the value's name in lower case
// without the prefix, or its option `word`; "" for the unspecified value. CATEGORY_AI_AGENTS is "ai_agents".
package enumname

import (
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	uvboardv1 "uvboard/gen/uvboard/v1"
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
	prefix := strings.TrimSuffix(string(d.Values().ByNumber(0).Name()), "UNSPECIFIED")
	t := &table{words: map[protoreflect.EnumNumber]string{}, numbers: map[string]protoreflect.EnumNumber{}}
	for i := range d.Values().Len() {
		value, word := d.Values().Get(i), ""
		if value.Number() != 0 {
			word, _ = proto.GetExtension(value.Options(), uvboardv1.E_Word).(string)
			if word == "" {
				word = strings.ToLower(strings.TrimPrefix(string(value.Name()), prefix))
			}
		}
		t.words[value.Number()] = word
		t.numbers[word] = value.Number()
	}
	tables.Store(d, t)
	return t
}

// Number returns the value of a word.
func Number(d protoreflect.EnumDescriptor, word string) (protoreflect.EnumNumber, bool) {
	n, ok := tableOf(d).numbers[word]
	return n, ok
}

// OfNumber returns the word of a value, "" for unspecified and unknown values.
func OfNumber(d protoreflect.EnumDescriptor, n protoreflect.EnumNumber) string {
	return tableOf(d).words[n]
}

// Of returns the word of e.
func Of(e protoreflect.Enum) string { return OfNumber(e.Descriptor(), e.Number()) }

// List returns the words of several values.
func List[E protoreflect.Enum](values []E) []string {
	words := make([]string, len(values))
	for i, value := range values {
		words[i] = Of(value)
	}
	return words
}

// Enum returns the value of a word, the unspecified one if the word is unknown.
func Enum[E interface {
	~int32
	protoreflect.Enum
}](word string) E {
	var zero E
	n, _ := Number(zero.Descriptor(), word)
	return E(n)
}

// Enums returns the values of several words.
func Enums[E interface {
	~int32
	protoreflect.Enum
}](words []string) []E {
	values := make([]E, len(words))
	for i, word := range words {
		values[i] = Enum[E](word)
	}
	return values
}
