-- A summary is JSON; one that is no JSON object stays as its text. The type json keeps the order of the fields.
CREATE FUNCTION pg_temp.summary(value text) RETURNS json LANGUAGE plpgsql AS E'BEGIN
  RETURN CASE WHEN json_typeof(value::json) = \'object\' THEN value::json ELSE to_json(value) END\x3b
EXCEPTION WHEN others THEN
  RETURN to_json(value)\x3b
END';
ALTER TABLE "Lead" ALTER COLUMN "summary" TYPE JSON USING pg_temp.summary("summary");
