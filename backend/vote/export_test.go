package vote

// RankSQL is for tests.
var RankSQL = rankSQL
