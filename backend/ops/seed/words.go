package seed

// handles are the usernames of the first members, and what those of the others are put together from: 3 to 8 letters.
var handles = []string{
	"kilnfire", "ottoline", "dovetail", "lowtide", "marrow", "quillpen", "thimble", "sundew", "juniper", "brackish",
	"halyard", "inkcap", "foxglove", "tallow", "lantern", "saltlick", "umber", "wrenhaus", "pebble", "gantry",
	"mica", "orrery", "tamarack", "cobalt", "sorrel", "kestrel", "plinth", "moss", "larkspur", "vellum",
	"bramble", "cinder", "drifter", "ember", "fennel", "gossamer", "hollow", "ibis", "jasper", "kelp",
	"loam", "meridian", "nettle", "ochre", "parsnip", "quince", "rookery", "sedge", "teasel", "upland",
	"vesper", "willow", "yarrow", "zephyr", "alder", "beacon", "chalk", "dapple", "estuary", "flint",
	"grackle", "harrow", "indigo", "jackdaw", "knoll", "lichen", "mallow", "nimbus", "osprey", "pumice",
	"ripple", "spindle", "thistle", "verdant", "wicket", "anvil", "basil", "cricket", "dune", "elbow",
	"ferrous", "gusto", "hazel", "iris", "jetty", "kettle", "limpet", "mortar", "nutmeg", "oatmeal",
	"pigment", "quartz", "ratchet", "shingle", "tinder", "ukulele", "viola", "walnut", "yonder", "zinnia",
	"abacus", "bobbin", "caraway", "dormouse", "easel", "ferryman", "galosh", "hatpin", "isobar", "jigsaw",
}

var firstNames = []string{
	"Ada", "Amara", "Anouk", "Arjun", "Astrid", "Aylin", "Beatriz", "Bruno", "Camille", "Chidi", "Clara", "Daichi", "Dana", "Elif",
	"Emeka", "Esther", "Farid", "Freya", "Gael", "Hana", "Henrik", "Ines", "Ivo", "Jamila", "Joana", "Jonas", "Kaito", "Kofi",
	"Lea", "Leila", "Lucia", "Mads", "Maren", "Mateo", "Mei", "Milan", "Mina", "Nadia", "Niko", "Noor", "Odile", "Olu",
	"Paloma", "Priya", "Rafael", "Ravi", "Rosa", "Sana", "Sefa", "Signe", "Sofia", "Stellan", "Tariq", "Tess", "Thandi", "Tomas",
	"Uma", "Vera", "Wanjiru", "Xiomara", "Yara", "Yusuf", "Zofia", "Zuri",
}

var lastNames = []string{
	"Adeyemi", "Aguilar", "Almeida", "Andersen", "Baptiste", "Becker", "Bianchi", "Brandt", "Castellano", "Chen", "Dahl", "Demir",
	"Diallo", "Duarte", "Eriksen", "Ferreira", "Fischer", "Fofana", "Garcia", "Haddad", "Halvorsen", "Hoang", "Ibrahim", "Ito",
	"Jansen", "Kaya", "Keller", "Kim", "Kowalski", "Kumar", "Lindqvist", "Lopez", "Marchetti", "Mbeki", "Mendes", "Moreau", "Mwangi",
	"Nakamura", "Nguyen", "Novak", "Okafor", "Olsen", "Ortega", "Osei", "Park", "Petrov", "Quispe", "Rahman", "Reyes", "Rossi",
	"Sato", "Schmidt", "Silva", "Singh", "Suarez", "Tanaka", "Traore", "Vargas", "Virtanen", "Weber", "Yilmaz", "Zhou",
}

var places = []string{
	"Lisbon", "Oslo", "Accra", "Leeds", "Hanoi", "Quito", "Kraków", "Nairobi", "Osaka", "Porto", "Montréal", "Ghent", "Oaxaca",
	"Tartu", "Valparaíso", "Rotterdam", "Bengaluru", "Galway", "Izmir", "Lyon", "Tbilisi", "Wellington", "Aarhus", "Bologna",
	"Cape Town", "Portland", "Jakarta", "Malmö", "Dakar", "Graz", "a boat near Utrecht", "two hours from Berlin",
}

var skills = []string{
	"Prompting", "TypeScript", "Python", "Go", "Product design", "Figma", "Illustration", "SQL", "Teaching", "Copywriting",
	"Type design", "Data journalism", "Sound", "Embedded", "Maps", "Accessibility", "Support", "Game design", "Photography",
	"Research", "Electronics", "Statistics", "Translation", "Woodwork",
}

var bioBeginnings = []string{
	"Potter by day, compiler whisperer by night.", "Retired geography teacher with a laptop.", "I make small software for small clubs.",
	"Nurse on nights, builder on days off.", "Recovering product manager.", "I draw first and ask the model second.",
	"Two kids, one shed, eleven side projects.", "Bookbinder who fell into TypeScript.", "Backend engineer learning what a button is.",
	"I fix bicycles and, lately, calendars.", "Former chef. Still plating, now in CSS.", "Librarian with strong opinions about search.",
	"Sound engineer turned maker of quiet tools.", "I ship on Sundays.", "Part-time beekeeper, full-time tinkerer.",
	"Designer who finally closes her own tickets.", "Statistician, reluctant poet.", "I built my first app at 61.",
	"Student of everything, finisher of some of it.", "Carpenter. Measure twice, prompt once.",
}

var bioEndings = []string{
	"Currently obsessed with tides.", "Ask me about maps.", "Happy to swap feedback, bluntly or kindly.", "Everything I make works offline.",
	"Slow software for busy people.", "I read every bug report over breakfast.", "Most of it is open source.", "Looking for somebody who likes testing.",
	"If it needs a manual, I start over.", "No newsletters, no streaks, no dark patterns.", "I answer within a day, usually.", "Building in the open since last spring.",
	"Will trade code for plums.", "Allergic to dashboards.", "Trying to make one good thing a month.",
}

// What names of the later projects are put together from.
var (
	nameHeads = []string{
		"Amber", "Backyard", "Bellows", "Bright", "Candle", "Clover", "Corner", "Cotton", "Daily", "Distant", "Double", "Eastern", "Fable",
		"Field", "First", "Folded", "Garden", "Gentle", "Gravel", "Harbour", "Hidden", "Honest", "Inland", "Kindling", "Ladder", "Late",
		"Little", "Lower", "Marble", "Meadow", "Middle", "Modest", "Morning", "North", "Open", "Orchard", "Outer", "Paper", "Patient",
		"Pewter", "Plain", "Quiet", "Rain", "River", "Rooftop", "Salt", "Second", "Shallow", "Silver", "Simple", "Slow", "Small", "South",
		"Sparrow", "Spring", "Steady", "Stone", "Sunday", "Timber", "Upper", "Velvet", "Warm", "Western", "Winter", "Wooden", "Woollen",
	}
	nameTails = []string{
		"Almanac", "Anchor", "Archive", "Atlas", "Bench", "Bridge", "Bureau", "Cabinet", "Chorus", "Clock", "Compass", "Counter", "Courier",
		"Desk", "Diary", "Engine", "Errand", "Exchange", "Ferry", "Forge", "Gazette", "Hatch", "Index", "Journal", "Kiln", "Lantern",
		"Ledger", "Library", "Loom", "Market", "Mill", "Notebook", "Office", "Orchard", "Parade", "Parcel", "Pencil", "Pilot", "Porch",
		"Press", "Quarry", "Radio", "Register", "Relay", "Review", "Shelf", "Signal", "Sketch", "Society", "Station", "Studio", "Supper",
		"Switch", "Table", "Theatre", "Toolbox", "Window", "Workshop",
	}
)

// stacks are tools that go together.
var stacks = [][]string{
	{"cursor", "claude", "nextjs", "react", "typescript", "tailwind"},
	{"claude", "svelte", "typescript", "supabase"},
	{"replit", "python", "openai"},
	{"vercel_v0", "nextjs", "tailwind", "react", "openai"},
	{"github_copilot", "vue", "nodejs", "firebase"},
	{"cursor", "python", "claude", "supabase"},
	{"bubble", "figma", "openai"},
	{"framer", "figma", "midjourney"},
	{"claude", "react", "typescript", "nodejs", "figma"},
	{"replit", "claude", "nodejs"},
	{"cursor", "openai", "python", "react", "stable_diffusion"},
	{"webflow", "openai", "dall_e"},
}

var customTools = []string{"Zed", "Aider", "Astro", "SQLite", "Godot", "Elixir", "htmx", "PocketBase"}

var builtWith = []string{
	"The first version took a weekend with %s and %s, and the second took four months.",
	"I wrote the boring half with %s, kept the interesting half for myself, and let %s argue with both.",
	"Most of it was made between nine and eleven at night with %s; the parts I am proud of survived three rewrites in %s.",
	"I drew every screen on paper before %s saw a word of it. %s did the rest of the typing.",
	"It began as a script for one friend. %s turned it into an app, and %s keeps it honest.",
	"I described what I wanted to %s for a week before any code appeared, and then %s needed an afternoon.",
	"Pairing with %s taught me to write the test first. The glue is %s and patience.",
	"There is less code in it than you think: %s, %s, and a lot of deleting.",
}

// featureHeads come before what a project does.
var featureHeads = []string{"What it does today", "What you get", "In short", "What works so far"}

// closings end a description, by stage.
var closings = map[string][]string{
	"idea": {"So far it is a sketch, a spreadsheet and a promise. Tell me if you would use it before I build the wrong half.",
		"Nothing to click yet. I would like to hear how you do it today."},
	"mvp": {"The core works and I use it every day. The edges are rough, and I want to hear which of them cut you.",
		"It does one thing so far. If you need a second, vote for it by writing to me.",
		"It is small, it is fast, and it will lose its looks before it loses your data."},
	"beta": {"About forty people use it each week. Breaking it is welcome; telling me how is more welcome.",
		"The beta is open. I answer everything, usually before breakfast.",
		"We are testing with six groups until spring, and there is room for a seventh."},
	"launched": {"It is live, it pays for its own server, and I intend to keep it boring from here.",
		"Launched, stable and still made by one person. Thank you for every bug report so far.",
		"It has been running for a while now, and the best features came from people in this place."},
	"archived": {"I have stopped working on it. The code stays up, and I am glad to hand it over.",
		"It did what I needed and I have let it go. Take what is useful."},
}

var featureReasons = []string{
	"The clearest first minute of anything submitted this month",
	"A small idea carried all the way through",
	"Our members keep bringing it up",
	"Beautiful, and it works without an account",
	"Shows what one person can finish",
}
