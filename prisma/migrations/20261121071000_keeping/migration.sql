-- Rooms whose leads were deleted, what their visitors had agreed to, and the folder that keeps the recordings.
CREATE TABLE "DeletedRoom" (
  "room" TEXT NOT NULL,
  "deletedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "DeletedRoom_pkey" PRIMARY KEY ("room")
);

CREATE TABLE "ConsentLog" (
  "id" UUID NOT NULL,
  "termsVersion" TEXT NOT NULL,
  "language" TEXT NOT NULL,
  "agreedAt" TIMESTAMP(3) NOT NULL,
  "deletedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ConsentLog_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "StorageLease" (
  "id" INTEGER NOT NULL,
  "holder" TEXT NOT NULL,
  "seenAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "StorageLease_pkey" PRIMARY KEY ("id")
);
