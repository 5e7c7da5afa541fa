package news

import (
	"bytes"
	"fmt"
	"mime"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"uvboard/backend/platform/letters"
)

var (
	xmlDeclaration   = regexp.MustCompile(`^\s*<\?xml\s[^>]*\?>`)
	declaredEncoding = regexp.MustCompile(`\sencoding\s*=\s*["']([A-Za-z0-9._:-]+)["']`)
)

// byteOrderMarks are the marks at the start of a document, with the encoding that each stands for.
var byteOrderMarks = map[string]string{"\xef\xbb\xbf": "utf-8", "\xff\xfe": "utf-16le", "\xfe\xff": "utf-16be"}

// toUTF8 returns a document in UTF-8, without a byte order mark and without an XML declaration, which names the
// encoding that it had. The mark says the encoding, else the XML declaration, else the header of the response. Without
// any it is UTF-8.
func toUTF8(content []byte, contentType string) ([]byte, error) {
	declaration := xmlDeclaration.Find(content[:min(len(content), 1000)])
	label := ""
	if match := declaredEncoding.FindSubmatch(declaration); match != nil {
		label = strings.ToLower(string(match[1]))
		if strings.HasPrefix(label, "utf-16") { // a declaration in ASCII cannot be read in UTF-16
			label = ""
		}
	} else if !bytes.HasPrefix(bytes.TrimSpace(content), []byte("{")) { // the header says nothing about JSON
		if _, parameters, err := mime.ParseMediaType(contentType); err == nil {
			label = strings.ToLower(parameters["charset"])
		}
	}
	for mark, encoding := range byteOrderMarks {
		if bytes.HasPrefix(content, []byte(mark)) {
			content, label = content[len(mark):], encoding
		}
	}
	if label != "" && label != "utf-8" {
		encoding, _ := charset.Lookup(label)
		if encoding == nil {
			if !utf8.Valid(content) {
				return nil, fmt.Errorf("the feed has an unknown encoding: %s", letters.Shorten(oneLine(label), 50))
			}
		} else if decoded, err := encoding.NewDecoder().Bytes(content); err == nil {
			content = decoded
		}
	}
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	return content[len(xmlDeclaration.Find(content[:min(len(content), 1000)])):], nil
}
