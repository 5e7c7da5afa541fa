package seed

// concept is an idea that several makers of the demo had, each in their own way.
type concept struct {
	category, second string
	names            []string // of the first few who had it
	taglines         []string // {who} is one of who
	who              []string
	problems         []string
	solutions        []string // begin after the project's name
	features         []string
	label            string   // a word of the product, for its pictures
	items            []string // more of them
	metric           string   // what the product counts
	tags             []string
	motifs, scenes   []string
}

var concepts = [][]concept{work, living, playing}
