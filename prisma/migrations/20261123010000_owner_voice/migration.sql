-- CreateTable
CREATE TABLE "SentenceRecording" (
    "id" UUID NOT NULL,
    "sentence" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "audioKey" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "durationS" DOUBLE PRECISION NOT NULL,
    "problems" TEXT[],
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SentenceRecording_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "SentenceRecording_sentence_key" ON "SentenceRecording"("sentence");
