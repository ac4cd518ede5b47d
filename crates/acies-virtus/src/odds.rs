//! stub
use acies_core::{Asked, Forecast, Misread, OddsKind};
pub fn kinds() -> &'static [OddsKind] {
    &[]
}
pub fn odds(_kind: &str, _asked: &Asked) -> Result<Forecast, Misread> {
    unimplemented!()
}
