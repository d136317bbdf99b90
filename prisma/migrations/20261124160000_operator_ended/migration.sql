-- A call that somebody of the office has ended: its visitor did not leave.
ALTER TYPE "CallEnd" ADD VALUE 'operator_ended';
