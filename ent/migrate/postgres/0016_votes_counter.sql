-- The number of counted votes is the sum of the counters votes_0 to votes_15.
INSERT INTO counters (id, value) SELECT 'votes_0', COUNT(*) FROM votes WHERE is_counted HAVING COUNT(*) > 0;
