-- A call of the office with the agent of a draft: it makes no lead, and counts for nothing.
ALTER TABLE "Call" ADD COLUMN "trial" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "PlanVersion" (
    "number" INTEGER NOT NULL,
    "plan" JSONB NOT NULL,
    "author" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "restores" INTEGER,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlanVersion_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "PlanDraft" (
    "id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "plan" JSONB,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PlanDraft_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlanTrial" (
    "revision" INTEGER NOT NULL,
    "plan" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlanTrial_pkey" PRIMARY KEY ("revision")
);
