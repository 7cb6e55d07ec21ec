variable "region" {
  description = "AWS Region of the tables"
  type        = string
  default     = "eu-west-1"
}

variable "tags" {
  description = "Tags of every resource, beside those of its own"
  type        = map(string)
  default     = {}
}
