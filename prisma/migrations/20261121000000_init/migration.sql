-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "ProcessingStatus" AS ENUM ('pending', 'processing', 'completed', 'failed');

-- CreateEnum
CREATE TYPE "Speaker" AS ENUM ('agent', 'visitor');

-- CreateEnum
CREATE TYPE "CallEnd" AS ENUM ('agent_closed', 'visitor_left', 'agent_failed');

-- CreateTable
CREATE TABLE "Call" (
    "id" UUID NOT NULL,
    "room" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "termsVersion" TEXT NOT NULL,
    "agreedAt" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMP(3),
    "endedAt" TIMESTAMP(3),
    "endReason" "CallEnd",

    CONSTRAINT "Call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Turn" (
    "callId" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "speaker" "Speaker" NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3) NOT NULL,
    "text" TEXT,
    "topic" TEXT,

    CONSTRAINT "Turn_pkey" PRIMARY KEY ("callId","index")
);

-- CreateTable
CREATE TABLE "Lead" (
    "id" UUID NOT NULL,
    "phone" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "durationS" INTEGER NOT NULL DEFAULT 0,
    "audioBytes" INTEGER NOT NULL DEFAULT 0,
    "room" TEXT,
    "callId" UUID,
    "browserHash" TEXT,
    "language" TEXT,
    "audioKey" TEXT,
    "audioType" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "status" "ProcessingStatus" NOT NULL DEFAULT 'pending',
    "summary" TEXT,
    "transcription" TEXT,
    "error" TEXT,

    CONSTRAINT "Lead_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentWorker" (
    "id" TEXT NOT NULL,
    "seenAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AgentWorker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "Call_room_key" ON "Call"("room");

-- CreateIndex
CREATE INDEX "Call_browserHash_endedAt_idx" ON "Call"("browserHash", "endedAt");

-- CreateIndex
CREATE INDEX "Call_phone_endedAt_idx" ON "Call"("phone", "endedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Lead_room_key" ON "Lead"("room");

-- CreateIndex
CREATE UNIQUE INDEX "Lead_callId_key" ON "Lead"("callId");

-- CreateIndex
CREATE INDEX "Lead_createdAt_id_idx" ON "Lead"("createdAt" DESC, "id");

-- AddForeignKey
ALTER TABLE "Turn" ADD CONSTRAINT "Turn_callId_fkey" FOREIGN KEY ("callId") REFERENCES "Call"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Lead" ADD CONSTRAINT "Lead_callId_fkey" FOREIGN KEY ("callId") REFERENCES "Call"("id") ON DELETE SET NULL ON UPDATE CASCADE;

