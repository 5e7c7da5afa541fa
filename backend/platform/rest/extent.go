package rest

// MaxDepth is how deep a message may nest, and MaxValues how many values it may hold, whatever its form: a value of two
// bytes takes a hundred and more once it is read. Real messages nest four deep and hold a few hundred.
const (
	MaxDepth  = 100
	MaxValues = 10_000
)

// Extent is how deep JSON nests and how many values it holds, without reading it. Of what is no JSON it says something.
func Extent(data []byte) (depth, values int) {
	at, inString := 0, false
	values = 1
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			at++
			depth = max(depth, at)
			values++
		case c == '}' || c == ']':
			at--
		case c == ',':
			values++
		}
	}
	return depth, values
}
