package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// StringList scans a JSON list of strings. Nearly all have no escapes and need no decoder.
type StringList []string

func (l *StringList) Scan(value any) error {
	text, err := TextOf(value)
	if err != nil {
		return err
	}
	inner, begins := strings.CutPrefix(text, "[")
	inner, ends := strings.CutSuffix(inner, "]")
	if !begins || !ends || strings.IndexByte(inner, '\\') >= 0 {
		return json.Unmarshal([]byte(text), (*[]string)(l))
	}
	*l = make(StringList, 0, strings.Count(inner, `"`)/2)
	for inner != "" {
		word, rest, ok := strings.Cut(strings.TrimPrefix(inner, `"`), `"`)
		if !ok {
			return fmt.Errorf("not a list of strings: %s", text)
		}
		*l = append(*l, word)
		inner = strings.TrimLeft(rest, ", ")
	}
	return nil
}

// TextOf returns the text of a column, which is a string or bytes by driver.
func TextOf(value any) (string, error) {
	switch v := value.(type) {
	case string:
		return v, nil
	case []byte:
		return string(v), nil
	default:
		return "", fmt.Errorf("%T is not text", value)
	}
}

// TimeOf returns the time of a column, nil for NULL.
func TimeOf(column sql.NullTime) *time.Time {
	if column.Valid {
		return &column.Time
	}
	return nil
}
