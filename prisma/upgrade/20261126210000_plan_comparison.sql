-- CreateTable
CREATE TABLE "PlanComparison" (
    "id" UUID NOT NULL,
    "draft" TEXT NOT NULL,
    "published" TEXT,
    "language" TEXT NOT NULL,
    "workerId" TEXT,
    "isCancelled" BOOLEAN NOT NULL DEFAULT false,
    "progress" JSONB,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PlanComparison_pkey" PRIMARY KEY ("id")
);
