DROP INDEX `links_active`;--> statement-breakpoint
CREATE UNIQUE INDEX `links_active` ON `links` (`customer_id`) WHERE state IN ('requested', 'linked');--> statement-breakpoint
CREATE INDEX `difference_verdicts_of_code` ON `difference_verdicts` (`wallet_code`);--> statement-breakpoint
CREATE INDEX `journal_of_people` ON `journal` (`at_ms`) WHERE known = 'word of a person';