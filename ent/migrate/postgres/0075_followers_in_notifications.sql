-- A notification of a follower leads to the follower, not to its reader
UPDATE notifications SET item_id = actor_id WHERE kind = 'follower' AND actor_id IS NOT NULL;
