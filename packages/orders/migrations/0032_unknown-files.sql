CREATE TABLE `unknown_files` (
	`id` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`told_on` text
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `unknown_files_once` ON `unknown_files` (`hash`);--> statement-breakpoint
CREATE INDEX `unknown_files_of_day` ON `unknown_files` (`told_on`);--> statement-breakpoint
INSERT OR IGNORE INTO `unknown_files` (`hash`, `name`, `told_on`) SELECT substr(`subject`, -16), coalesce(`facts` ->> '$.name', ''), date(`at_ms` / 1000, 'unixepoch', '+7 hours') FROM `alerts` WHERE `kind` = 'incoming_file_unknown' ORDER BY `id`;