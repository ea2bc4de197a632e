/* Run it once, after the restore and the migrations. */
/* Sign-ins of command lines that had been ended since would be valid again. */
UPDATE operator_sign_ins
SET state = 'ended', ended_by = 'restore', ended_at_ms = 1000 * unixepoch()
WHERE state <> 'ended';
/* A new alert must not reach its endpoints under the webhook-id of one that the restore has discarded. The time differs
   from that of an earlier restore, which this one may have discarded too. */
UPDATE sqlite_sequence SET seq = max(seq + 100000, unixepoch()) WHERE name = 'alerts';
/* Nor may one that is opened or closed again under that of a lost opening. */
UPDATE alerts
SET openings = max(openings + 100000, unixepoch()),
  logged_openings = max(openings + 100000, unixepoch()) - (openings - logged_openings);
/* The customer may have typed the one-time code in the lost time: a payment that waits for one counts as one whose code got
   no answer, and is not charged anew. */
UPDATE attempts
SET state = 'confirming', lease_until_ms = 1000 * unixepoch(), next_call_at_ms = 1000 * unixepoch()
WHERE state = 'awaiting_otp';
/* The alert tells the people on call. While it is younger than 30 days, a linked wallet is not charged again for a
   payment that the restore has discarded. */
INSERT INTO alerts (kind, subject, at_ms, last_raised_at_ms, facts)
VALUES ('database_restored', strftime('%FT%TZ', 'now'), 1000 * unixepoch(), 1000 * unixepoch(), '{}');
