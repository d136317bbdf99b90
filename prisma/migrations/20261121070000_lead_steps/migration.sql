-- The code of a processing error, and which revision of the recording the stored dialogue was made from.
ALTER TABLE "Lead" ADD COLUMN "errorCode" TEXT, ADD COLUMN "heardRevision" INTEGER;
