/* Run it once, after the restore and the migrations. */
/* Sign-ins of command lines that had been ended since would be valid again. */
UPDATE operator_sign_ins
SET state = 'ended', ended_by = 'restore', ended_at_ms = 1000 * unixepoch()
WHERE state <> 'ended';
/* A new alert must not reach its endpoints under the webhook-id of one that the restore has discarded. */
UPDATE sqlite_sequence SET seq = seq + 100000 WHERE name = 'alerts';
