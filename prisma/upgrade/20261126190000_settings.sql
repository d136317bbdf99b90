-- Facts of a deployment in one table. A folder is the storage of its database for good, not by a lease.
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);
INSERT INTO "Setting" SELECT 'recordings_folder', to_jsonb("holder") FROM "StorageLease" WHERE "id" = 1;
INSERT INTO "Setting" SELECT 'backup', to_jsonb("madeAt" AT TIME ZONE 'UTC') FROM "BackupRun";
DROP TABLE "StorageLease", "BackupRun";
