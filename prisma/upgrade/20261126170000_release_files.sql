-- A page of another release reloads instead (docs/decisions/021-images.md).
DROP TABLE "ReleaseFile";
