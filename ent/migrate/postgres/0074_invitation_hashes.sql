-- The codes are hashed by the program.
ALTER TABLE "invitations" RENAME COLUMN "code" TO "code_hash";
ALTER INDEX "invitations_code_key" RENAME TO "invitations_code_hash_key";
