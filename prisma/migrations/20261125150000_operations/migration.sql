-- Files of releases, when the last backup was made, and indexes of what is counted at each scrape.
CREATE TABLE "ReleaseFile" (
  "path" TEXT NOT NULL,
  "content" BYTEA NOT NULL,
  "seenAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ReleaseFile_pkey" PRIMARY KEY ("path")
);
-- Scripts and fonts are compressed as they are sent.
ALTER TABLE "ReleaseFile" ALTER COLUMN "content" SET STORAGE EXTERNAL;

CREATE TABLE "BackupRun" (
  "id" INTEGER NOT NULL,
  "madeAt" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "BackupRun_pkey" PRIMARY KEY ("id")
);
-- Without a backup the time counts from here.
INSERT INTO "BackupRun" ("id", "madeAt") VALUES (1, now() AT TIME ZONE 'UTC');

ALTER TABLE "AdminSession" ADD COLUMN "listensIn" TEXT[] DEFAULT ARRAY[]::TEXT[];

CREATE INDEX "Lead_unfinished_idx" ON "Lead"("status", "updatedAt") WHERE "status" <> 'completed';
CREATE INDEX "Lead_missed_open_idx" ON "Lead"("id") WHERE "missed" AND "mark" = 'to_call';
