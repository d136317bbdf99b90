-- The day's budget counts the calls that were deleted on their own day.
ALTER TABLE "DeletedRoom" ADD COLUMN "costUsd" DOUBLE PRECISION;

-- CreateIndex
CREATE INDEX "DeletedRoom_deletedAt_idx" ON "DeletedRoom"("deletedAt");
