ALTER TABLE `transfers` ADD `counted_on` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `transfers_of_day` ON `transfers` (`counted_on`,`state`,`amount_vnd`);--> statement-breakpoint
UPDATE `transfers` SET `counted_on` = date(("lease_until_ms" - 90000) / 1000 + 25200, 'unixepoch');
