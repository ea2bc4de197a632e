/* The versions that shops may have seen of what a restore of the database to MOMENT sets back: run it before the restore. */
/* The journal is read backwards from its end; the clocks of two Workers differ by less than a minute. */
SELECT 'orders' AS what, id, version FROM orders WHERE id IN (
  SELECT order_id FROM journal WHERE order_id IS NOT NULL AND seq > (
    SELECT ifnull(max(seq), 0) FROM journal WHERE at_ms < 1000 * unixepoch('MOMENT') - 60000))
UNION ALL
SELECT 'transfers', id, version FROM transfers WHERE updated_at_ms >= 1000 * unixepoch('MOMENT');
