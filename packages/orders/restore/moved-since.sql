/* What a restore of the database to MOMENT will discard of money: run it before the restore. */
/* A moment that SQLite reads otherwise than wrangler, or not at all, would make an empty list: it fails. */
SELECT json_extract('{}',
  'MOMENT is no instant such as 2026-09-01T09:30:00Z')
WHERE strftime('%Y-%m-%dT%H:%M:%SZ', 'MOMENT')
  IS NOT 'MOMENT';
SELECT 'refund' AS what, id, order_id, state, vnd, points,
  datetime(updated_at_ms / 1000, 'unixepoch') AS changed_at
FROM refunds WHERE max(updated_at_ms, ifnull(last_call_at_ms, 0)) >= 1000 * unixepoch('MOMENT');
SELECT 'transfer' AS what, id, state, amount_vnd AS vnd,
  datetime(updated_at_ms / 1000, 'unixepoch') AS changed_at
FROM transfers WHERE updated_at_ms >= 1000 * unixepoch('MOMENT');
SELECT 'linked payment' AS what, reference, order_id, attempts.state, amount_vnd AS vnd, points,
  datetime(attempts.created_at_ms / 1000, 'unixepoch') AS started_at
FROM attempts JOIN orders ON orders.id = order_id
WHERE method = 'linked-wallet' AND attempts.state NOT IN ('refused', 'expired')
  AND EXISTS (SELECT 1 FROM journal
    WHERE journal.order_id = orders.id AND journal.at_ms >= 1000 * unixepoch('MOMENT'));
SELECT 'payment' AS what, paid_transaction_id, id AS order_id, state, paid_vnd AS vnd, paid_points AS points,
  datetime(confirmed_at_ms / 1000, 'unixepoch') AS confirmed_at
FROM orders WHERE confirmed_at_ms >= 1000 * unixepoch('MOMENT');
SELECT 'disputed payment' AS what, transaction_id, order_id, state, paid_vnd AS vnd, paid_points AS points,
  datetime(created_at_ms / 1000, 'unixepoch') AS found_at
FROM disputed_payments WHERE created_at_ms >= 1000 * unixepoch('MOMENT');
SELECT 'new order' AS what, id AS order_id, state, amount_vnd AS vnd,
  datetime(created_at_ms / 1000, 'unixepoch') AS created_at
FROM orders WHERE created_at_ms >= 1000 * unixepoch('MOMENT');
SELECT 'points, gift codes, vouchers' AS what, key, state,
  datetime(first_at_ms / 1000, 'unixepoch') AS first_at
FROM loyalty_ids WHERE first_at_ms >= 1000 * unixepoch('MOMENT');
