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
		"Field", "First", "Folded", "Garden", "Gentle", "Gravel", "Harbor", "Hidden", "Honest", "Inland", "Kindling", "Ladder", "Late",
		"Little", "Lower", "Marble", "Meadow", "Middle", "Modest", "Morning", "North", "Open", "Orchard", "Outer", "Paper", "Patient",
		"Pewter", "Plain", "Quiet", "Rain", "River", "Rooftop", "Salt", "Second", "Shallow", "Silver", "Simple", "Slow", "Small", "South",
		"Sparrow", "Spring", "Steady", "Stone", "Sunday", "Timber", "Upper", "Velvet", "Warm", "Western", "Winter", "Wooden", "Woolen",
	}
	nameTails = []string{
		"Almanac", "Anchor", "Archive", "Atlas", "Bench", "Bridge", "Bureau", "Cabinet", "Chorus", "Clock", "Compass", "Counter", "Courier",
		"Desk", "Diary", "Engine", "Errand", "Exchange", "Ferry", "Forge", "Gazette", "Hatch", "Index", "Journal", "Kiln", "Lantern",
		"Ledger", "Library", "Loom", "Market", "Mill", "Notebook", "Office", "Orchard", "Parade", "Parcel", "Pencil", "Pilot", "Porch",
		"Press", "Quarry", "Radio", "Register", "Relay", "Review", "Shelf", "Signal", "Sketch", "Society", "Station", "Studio", "Supper",
		"Switch", "Table", "Theater", "Toolbox", "Window", "Workshop",
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

// audiences are whom the later projects are for.
var audiences = []string{
	"choirs", "night owls", "small towns", "teachers", "two people on one sofa", "village halls", "students", "island life", "tired parents",
	"grandparents", "bike couriers", "corner shops", "book clubs", "new arrivals", "allotments", "shy people", "weekend crews", "night shifts",
	"tiny museums", "families", "left-handers", "long commutes", "housing co-ops", "amateurs", "first-timers", "rainy days",
}

var featureReasons = []string{
	"The clearest first minute of anything submitted this month",
	"A small idea carried all the way through",
	"People here keep bringing it up",
	"Beautiful, and it works without an account",
	"Shows what one person can finish",
}
