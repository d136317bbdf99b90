ALTER TABLE "Call" ADD COLUMN "addressHash" TEXT,
ADD COLUMN "agentJobId" TEXT,
ADD COLUMN "workerId" TEXT;

CREATE INDEX "Call_endedAt_createdAt_idx" ON "Call"("endedAt", "createdAt");

ALTER TABLE "AgentWorker" ADD COLUMN "maxJobs" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "taken" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "Lead" ADD COLUMN "missed" BOOLEAN NOT NULL DEFAULT false;
