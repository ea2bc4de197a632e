CREATE TABLE `deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`outbox_key` text NOT NULL,
	`at_ms` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status` integer,
	`failure` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `deliveries_of_row` ON `deliveries` (`outbox_key`,`id`);--> statement-breakpoint
CREATE TABLE `endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`paused_at_ms` integer,
	`reason` text,
	`paused_by` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `endpoints_paused` ON `endpoints` (`id`) WHERE paused_at_ms IS NOT NULL;--> statement-breakpoint
DROP INDEX `outbox_due`;--> statement-breakpoint
DROP INDEX `outbox_events_of_order`;--> statement-breakpoint
DROP INDEX `outbox_events_of_transfer`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `alert_id` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `endpoint` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `webhook_id` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `body` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_events_of_alert` ON `outbox` (`alert_id`,`version`) WHERE alert_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_failing` ON `outbox` (`endpoint`) WHERE state = 'open' AND failures > 3;--> statement-breakpoint
CREATE INDEX `outbox_dead` ON `outbox` (`kind`) WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`kind`,`endpoint`,`next_at_ms`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `outbox_events_of_order` ON `outbox` (`order_id`,`version`) WHERE kind = 'event';--> statement-breakpoint
CREATE INDEX `outbox_events_of_transfer` ON `outbox` (`transfer_id`,`version`) WHERE transfer_id IS NOT NULL;--> statement-breakpoint
UPDATE `outbox` SET `endpoint` = 'default', `webhook_id` = `key` WHERE `kind` = 'event';--> statement-breakpoint
ALTER TABLE `alerts` ADD `logged_openings` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `alerts` SET `logged_openings` = `openings`;--> statement-breakpoint
CREATE INDEX `alerts_to_log` ON `alerts` (`id`) WHERE logged_openings < openings;--> statement-breakpoint
CREATE TRIGGER deliveries_newest AFTER INSERT ON deliveries
BEGIN
  DELETE FROM deliveries WHERE id IN (
    SELECT id FROM deliveries WHERE outbox_key = NEW.outbox_key ORDER BY id DESC LIMIT -1 OFFSET 20
  );
END;