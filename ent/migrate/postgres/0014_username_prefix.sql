-- Usernames are compared byte by byte, whatever the locale of the database, so that the index finds those with a prefix.
ALTER TABLE "users" ALTER COLUMN "username_key" TYPE character varying COLLATE "C";
