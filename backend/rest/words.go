package rest

import (
	"strings"
	"sync"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// words are the texts by which REST speaks of an enumeration: the value names in lower case, without the enumeration's name
// in front of them. STAGE_MVP is "mvp"; the unspecified value is "".
type words struct {
	byNumber map[protoreflect.EnumNumber]string
	byWord   map[string]protoreflect.EnumNumber
	listed   string // all of them, for a sentence
}

var wordsByEnum sync.Map // protoreflect.FullName to *words

func wordsOf(enum protoreflect.EnumDescriptor) *words {
	if known, ok := wordsByEnum.Load(enum.FullName()); ok {
		return known.(*words)
	}
	w := &words{byNumber: map[protoreflect.EnumNumber]string{}, byWord: map[string]protoreflect.EnumNumber{}}
	prefix := upperSnake(string(enum.Name())) + "_"
	var listed []string
	for i := range enum.Values().Len() {
		value := enum.Values().Get(i)
		if value.Number() == 0 {
			continue
		}
		word := strings.ToLower(strings.TrimPrefix(string(value.Name()), prefix))
		w.byNumber[value.Number()] = word
		w.byWord[word] = value.Number()
		listed = append(listed, word)
	}
	w.listed = strings.Join(listed, ", ")
	stored, _ := wordsByEnum.LoadOrStore(enum.FullName(), w)
	return stored.(*words)
}

// upperSnake turns TargetType into TARGET_TYPE.
func upperSnake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}
