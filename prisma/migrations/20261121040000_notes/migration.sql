-- What the agent notes in a call, each as it was told.
CREATE TABLE "Note" (
    "callId" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "topic" TEXT,
    "field" TEXT,
    "value" TEXT NOT NULL,
    "at" TIMESTAMP(3),

    CONSTRAINT "Note_pkey" PRIMARY KEY ("callId","index")
);

ALTER TABLE "Note" ADD CONSTRAINT "Note_callId_fkey" FOREIGN KEY ("callId") REFERENCES "Call"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Call" ADD COLUMN "planVersion" TEXT;

ALTER TABLE "Turn" ADD COLUMN "metrics" JSONB;

ALTER TABLE "Lead" ADD COLUMN "answers" JSONB,
ADD COLUMN "originalPhone" TEXT,
ADD COLUMN "callBack" TEXT,
ADD COLUMN "callBackAt" TIMESTAMP(3),
ADD COLUMN "handOver" TEXT;
