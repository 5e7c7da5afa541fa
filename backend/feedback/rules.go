package feedback

import "time"

const day = 24 * time.Hour

// The rules, with their numbers. docs/feedback.md and the page /feedback/rules state them.
const (
	// A member has this long to write an assigned review.
	assignmentLife = 48 * time.Hour
	// No other member gets a project for this long after it was assigned.
	reservation = 12 * time.Hour
	// Of this many requests, in the order of the queue, a member gets the first that fits.
	queueHead = 200
	// A project that has waited this long fits every member.
	fitsEverybody = 24 * time.Hour
	// A project without an answer comes first from here on, until the promise is broken.
	urgentFrom = 24 * time.Hour
	// A member reviews a maker once in this time.
	pairPause = 30 * day
	// A member may skip this many projects a day.
	maxSkips = 3

	// Reviews that the board owes everybody, for the first project.
	firstProject = 1
	// A maker who says nothing for this long finds a review useful.
	silence = 7 * day

	// A reviewer gets one project in limitedPause if more than half of the decided ones of the last judged reviews are
	// not useful, from minDecided on.
	judged       = 10
	minDecided   = 3
	limitedPause = 7 * day

	// A review is reported if it is written sooner than this after the assignment,
	tooSoon = time.Minute
	// if it is this similar to one of the last alikeOf reviews of its author,
	alike   = 0.8
	alikeOf = 10
	// or if its author and the maker wrote each other this many reviews within ringTime.
	ringSize = 2
	ringTime = 30 * day

	// The board promises an answer within this time, and counts the projects of the last statsDays.
	promise   = 48 * time.Hour
	statsDays = 30

	// Followers of a project's tools and tags are told when it has waited this long, each at most noticesPerWeek times
	// in seven days.
	waitingNotice  = 24 * time.Hour
	noticesPerWeek = 2
)
