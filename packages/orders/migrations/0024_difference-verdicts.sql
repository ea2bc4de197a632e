CREATE TABLE `difference_verdicts` (
	`day` text NOT NULL,
	`fingerprint` text NOT NULL,
	`run_id` text NOT NULL,
	`wallet_code` text NOT NULL,
	`verdict` text NOT NULL,
	`reason` text NOT NULL,
	`decided_by` text NOT NULL,
	`decided_at_ms` integer NOT NULL,
	PRIMARY KEY(`day`, `fingerprint`),
	CONSTRAINT "difference_verdicts_verdict" CHECK(verdict IN ('ours', 'service', 'explained'))
) STRICT;--> statement-breakpoint
CREATE INDEX `difference_verdicts_of_run` ON `difference_verdicts` (`run_id`);--> statement-breakpoint
CREATE INDEX `difference_verdicts_to_forget` ON `difference_verdicts` (`decided_at_ms`) WHERE reason <> '';