package producttest

// leaderboardStory calls the paths of leaderboards.
var leaderboardStory = []step{
	{name: "leaderboard_register", as: "ranked", method: "POST", path: "/api/auth/register",
		body: `{"username":"ranked","email":"ranked@mail.example","password":"vibecoding"}`, begins: true},
	{name: "leaderboard_project", as: "ranked", method: "POST", path: "/api/projects", keep: "rankedProject",
		from: "id", body: `{"title":"First place","tagline":"It has more votes than the others","primaryCategory":"ai_agents","stage":"mvp","vibeTools":["cursor"],"logo":"https://art.example/logo.png"}`},
	{name: "leaderboard_vote", as: "saver", aged: true, method: "POST", path: "/api/votes",
		body: `{"targetId":"{rankedProject}","targetType":"project","voteType":"upvote"}`},
	{name: "leaderboard_vote_again", as: "updater", aged: true, method: "POST", path: "/api/votes",
		body: `{"targetId":"{rankedProject}","targetType":"project","voteType":"upvote"}`},
	{name: "vote_of_a_new_account", as: "follower", method: "POST", path: "/api/votes",
		body: `{"targetId":"{rankedProject}","targetType":"project","voteType":"downvote"}`},
	{name: "votes_with_a_pending_one", as: "follower", method: "GET", path: "/api/votes/{rankedProject}/project"},
	{name: "fair", method: "GET", path: "/api/fair"},
	{name: "leaderboard", method: "GET", path: "/api/leaderboard?period=week&limit=1"},
	{name: "leaderboard_of_all_time", method: "GET", path: "/api/leaderboard?limit=1"},
	{name: "leaderboard_of_another_day", method: "GET", path: "/api/leaderboard?period=day&date=2020-02-29"},
	{name: "leaderboard_of_no_day", method: "GET", path: "/api/leaderboard?period=day&date=2026-02-30"},
	{name: "leaderboard_of_a_broken_day", method: "GET", path: "/api/leaderboard?period=day&date=today"},
	{name: "leaderboard_of_an_unknown_period", method: "GET", path: "/api/leaderboard?period=hour"},
	{name: "awards", method: "GET", path: "/api/projects/{rankedProject}/awards"},
	{name: "awards_of_an_unknown", method: "GET", path: "/api/projects/nothing/awards"},
}
