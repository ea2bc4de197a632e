DROP INDEX `operator_sign_ins_not_ended`;--> statement-breakpoint
CREATE INDEX `operator_sign_ins_by_expiry` ON `operator_sign_ins` (`expires_at_ms`);--> statement-breakpoint
UPDATE `outbox` SET `body` = NULL, `payload` = json_remove(`payload`, '$.facts.customer_id') WHERE `alert_id` IN (SELECT `id` FROM `alerts` WHERE `facts` ->> '$.customer_id' IS NOT NULL);--> statement-breakpoint
UPDATE `alerts` SET `facts` = json_remove(`facts`, '$.customer_id') WHERE `facts` ->> '$.customer_id' IS NOT NULL;