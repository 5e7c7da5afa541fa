package backup

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/store"

	"github.com/google/uuid"
)

// part collects rows of a table as lines.
type part struct {
	bytes.Buffer
	table  bulk.Table
	rows   int
	number int // of the part, from 1
	texts  *json.Encoder
}

func newPart(t bulk.Table) *part {
	p := &part{table: t, number: 1}
	p.texts = json.NewEncoder(&p.Buffer)
	p.texts.SetEscapeHTML(false)
	return p
}

// add appends a row. Bytes of a text that are not UTF-8, which PostgreSQL cannot store, are replaced.
func (p *part) add(values []any) error {
	for i, value := range values {
		separator := byte(',')
		if i == 0 {
			separator = '['
		}
		p.WriteByte(separator)
		if err := p.append(p.table.Columns[i].Type, value); err != nil {
			return fmt.Errorf("%s: %w", p.table.Columns[i].Name, err)
		}
	}
	p.WriteString("]\n")
	p.rows++
	return nil
}

func (p *part) append(columnType bulk.ColumnType, value any) error {
	switch v := value.(type) {
	case nil:
		p.WriteString("null")
	case string:
		if err := p.texts.Encode(v); err != nil {
			return err
		}
		p.Truncate(p.Len() - 1) // the line break
	case int64:
		p.Write(strconv.AppendInt(p.AvailableBuffer(), v, 10))
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%v is not a number in JSON", v)
		}
		p.Write(strconv.AppendFloat(p.AvailableBuffer(), v, 'g', -1, 64))
	case bool:
		p.Write(strconv.AppendBool(p.AvailableBuffer(), v))
	case time.Time:
		p.Write(v.AppendFormat(p.AvailableBuffer(), `"`+time.RFC3339Nano+`"`))
	case []byte:
		if columnType == bulk.JSON {
			return json.Compact(&p.Buffer, v)
		}
		return p.append(bulk.Text, base64.StdEncoding.EncodeToString(v))
	default:
		return fmt.Errorf("a %T cannot be stored", v)
	}
	return nil
}

// rows returns the values of the lines of a part, as bulk.Loader takes them.
func rows(t bulk.Table, part []byte) ([][]any, error) {
	if !utf8.Valid(part) {
		return nil, errors.New("a text is not UTF-8")
	}
	var all [][]any
	var row []json.RawMessage
	for line := range bytes.Lines(part) {
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, err
		}
		if len(row) != len(t.Columns) {
			return nil, fmt.Errorf("a row has %d values for %d columns", len(row), len(t.Columns))
		}
		values := make([]any, len(row))
		for i, c := range t.Columns {
			var err error
			if values[i], err = value(c, row[i]); err != nil {
				return nil, fmt.Errorf("%s: %w", c.Name, err)
			}
		}
		all = append(all, values)
	}
	return all, nil
}

// value decodes one value. A JSON column that cannot be null may contain the JSON value null.
func value(c bulk.Column, raw json.RawMessage) (any, error) {
	if string(raw) == "null" && (c.Type != bulk.JSON || c.Nullable) {
		if !c.Nullable {
			return nil, errors.New("a value is missing")
		}
		return nil, nil
	}
	if (c.Type == bulk.JSON || c.Type == bulk.Text) && store.HasNUL(raw) {
		return nil, errors.New("a text has a NUL character")
	}
	switch c.Type {
	case bulk.JSON:
		return json.RawMessage(bytes.Clone(raw)), nil
	case bulk.Int:
		return strconv.ParseInt(string(raw), 10, 64)
	case bulk.Float:
		return strconv.ParseFloat(string(raw), 64)
	case bulk.Bool:
		switch string(raw) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
		return nil, errors.New("a value is neither true nor false")
	}
	text, err := unquote(raw)
	if err != nil {
		return nil, err
	}
	switch c.Type {
	case bulk.Text:
		return text, nil
	case bulk.UUID:
		id, err := uuid.Parse(text)
		return id.String(), err
	case bulk.Time:
		at, err := time.Parse(time.RFC3339Nano, text)
		return at.UTC(), err
	case bulk.Bytes:
		return base64.StdEncoding.DecodeString(text)
	}
	return nil, fmt.Errorf("the type %q is unknown", c.Type)
}

// unquote decodes a JSON string. Most have no escape sequence.
func unquote(raw []byte) (string, error) {
	if raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1]), nil
	}
	var text string
	err := json.Unmarshal(raw, &text)
	return text, err
}
