CREATE TABLE "AdminSession" (
    "id" TEXT NOT NULL,
    "credential" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AdminSession_pkey" PRIMARY KEY ("id")
);
