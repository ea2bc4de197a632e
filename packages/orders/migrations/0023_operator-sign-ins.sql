CREATE TABLE `operator_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`code_sha256` text NOT NULL,
	`challenge` text NOT NULL,
	`token_sha256` text,
	`operator` text NOT NULL,
	`role` text NOT NULL,
	`stores` text,
	`subject` text NOT NULL,
	`login_session` text,
	`approved_at_ms` integer NOT NULL,
	`signed_in_at_ms` integer,
	`expires_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`ended_by` text,
	CONSTRAINT "operator_sign_ins_state" CHECK(state IN ('approved', 'signed_in', 'ended')),
	CONSTRAINT "operator_sign_ins_role" CHECK(role IN ('view', 'money')),
	CONSTRAINT "operator_sign_ins_token" CHECK(state <> 'signed_in' OR token_sha256 IS NOT NULL),
	CONSTRAINT "operator_sign_ins_ended" CHECK((state = 'ended') = (ended_by IS NOT NULL))
) STRICT;--> statement-breakpoint
CREATE UNIQUE INDEX `operator_sign_ins_by_code` ON `operator_sign_ins` (`code_sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `operator_sign_ins_by_token` ON `operator_sign_ins` (`token_sha256`);--> statement-breakpoint
CREATE INDEX `operator_sign_ins_not_ended` ON `operator_sign_ins` (`expires_at_ms`) WHERE state <> 'ended';