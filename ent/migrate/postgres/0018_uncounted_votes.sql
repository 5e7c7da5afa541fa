-- Create index "vote_uncounted" to table: "votes"
CREATE INDEX "vote_uncounted" ON "votes" ("user_id") WHERE NOT is_counted;
