-- From the two migrations of 2026-11-23: functions and triggers have other names.
DROP FUNCTION "notifyLead", "tellCall", "tellPlan", "keepTurnFacts", "keepWaits", "packed" CASCADE;
