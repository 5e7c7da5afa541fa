// Package ring finds accounts whose votes look as if one hand had cast them, and holds these votes until an admin
// releases them.
package ring

import "time"

// The rules of the search. docs/fair.md and the page /fair have the same numbers.
const (
	// crowdWindow is how new the accounts of a crowd are, and how far back votes on what they upvoted are compared.
	crowdWindow = 14 * 24 * time.Hour
	// judgedAfter is the age at which an account is first looked at, so that its user had time to do more than vote
	// once. On a board with the default settings it is still pending then.
	judgedAfter = 20 * time.Hour
	// maxElse is how many votes on things of others an account may have cast that has done little else.
	maxElse = 2
	// runGap is the longest time between two registrations of the same run.
	runGap = 10 * time.Minute

	// The share of a group that must have a sign for the group to have it.
	emptyShare   = 0.9 // have done little else than to vote for things of one member
	networkShare = 0.5 // registered or voted from a network that at least two others of the group used on the same day
	domainShare  = 0.8 // have addresses at one mail domain, unless domainCommon of earlier members have too
	agentShare   = 0.9 // used the same browser on the same day, unless agentCommon of all others did so too
	paceShare    = 0.9 // voted after nearly the same time, or registered at nearly the same distance
	mailboxShare = 0.5 // have addresses of one mailbox, such as a+1@ and a+2@

	sameDay      = 3    // accounts that share something, at least
	domainCommon = 0.05 // of the domainSample members who registered before the group
	domainSample = 500
	domainKnown  = 100 // members before the group, at least; otherwise no domain is uncommon
	agentCommon  = 0.2 // of the others of a day, if there are agentKnown
	agentKnown   = 20
	paceSpread   = 0.25 // of the median

	// A crowd with fewer than three signs must also have at least half of the upvotes that these things got in
	// crowdWindow, and new accounts must have three times the share there that they have elsewhere.
	dominance       = 0.5
	timesElsewhere  = 3
	elsewhereSample = 5000 // upvotes, the newest
	elsewhereKnown  = 100  // of others, at least; otherwise the share elsewhere is unknown and nothing is held

	// overlapWindow is how far back the votes of pairs of accounts are compared.
	overlapWindow = 30 * 24 * time.Hour
	// What more upvoted than rareShare of the members is left out, because many like it: between rareLeast and
	// rareUpvotes upvotes.
	rareShare   = 0.05
	rareLeast   = 50
	rareUpvotes = 300
	minShared   = 5    // things that both upvoted
	minJaccard  = 0.5  // of the things that either upvoted
	maxChance   = 1e-6 // of as many shared things, if both had voted like everybody else on the same days
	minLinked   = 0.5  // of the others in a group are linked with each account
	minAmong    = 0.5  // of a group voted for nothing but each other's things, or these are left out
	minRing     = 5    // accounts in a ring
	minCrowd    = 12   // accounts in a crowd, unless emptyShare of them have done nothing else
	comparedPer = 100  // things of an account that are compared, the newest
)

// needed is how many accounts a crowd must have by the number of its signs.
var needed = []int{150, 100, 75, minCrowd}

// neededFor returns how many accounts a crowd with a number of signs must have.
func neededFor(signs int) int { return needed[min(signs, len(needed)-1)] }
