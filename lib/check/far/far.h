/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Links whose halves are apart: the receiver is of this process's device, and the sender, its CQ
 * and its address handle are of another device, the far one, and live in another process, maybe on
 * another host. Here they are far objects: a struct ibv_qp of this process, for example, with the
 * number, the PD and the CQs that a check may read. The wrappers of verbs.h send each verb of a far
 * object to that process and return what the verb returned there, so that no check is written for
 * it.
 *
 * Of the memory that a far sender uses, the far process has copies, one for each region: the bytes
 * of a request are sent with it, and what a read or an atomic left comes back with its completion.
 * The memory of the receiver is of this process, so its addresses and keys are right as they are.
 */
#ifndef VCT_FAR_H
#define VCT_FAR_H

#include <infiniband/verbs.h>
#include <stdbool.h>

struct vct_device;
struct vct_evidence;
struct vct_wire;

/* Before vct_far_begin(): the regions of an earlier check of this process are forgotten. */
void vct_far_forget_regions(void);
/* From now on this process makes its links apart; `far` is the device of the other process. */
void vct_far_begin(struct vct_wire *wire, const struct vct_device *far);
/* The body is over: a far side that does not answer from now on is no finding. */
void vct_far_body_is_over(void);
/* After all objects are released: the other process is told that the check is over. */
void vct_far_end(struct vct_evidence *evidence);
/*
 * Whether the halves of a link that is made now are on two devices. They are so in the process of
 * the check itself, not in other processes that the check makes.
 */
bool vct_links_are_apart(void);

bool vct_is_far(const void *object);
/* Ends the check as SKIP: what it does with a far object cannot be done from here. */
void vct_local_by_nature(const char *what) __attribute__((noreturn));
/* For a verb that has no far form. */
#define VCT_NEAR(object_)                                                                          \
	(vct_is_far(object_) ? vct_local_by_nature(__func__ + sizeof("vct_") - 1) : (void)0)

/* The far device, once links are apart. */
const struct vct_device *vct_far_device(void);
/* The receiver of such a link; and whether a QP is one, or a number that of a far QP. */
void vct_far_pair(const struct ibv_qp *receiver);
bool vct_has_far_sender(const struct ibv_qp *receiver);
bool vct_is_far_number(uint32_t qp_num);
/*
 * The receiver refuses the next request of its far sender. Its negative acknowledgement is sent
 * once, because then it is in ERR: if the wire loses it, the sender is never told.
 */
void vct_far_refuses(struct ibv_qp *receiver);
/* It has refused the request: it is in ERR. */
bool vct_far_has_refused(void);

/* The verbs. Each returns what the verb returned on the far side, and sets errno likewise. */
struct ibv_cq *far_create_cq(int cqe);
struct ibv_qp *far_create_qp(const struct ibv_qp_init_attr_ex *init, struct ibv_qp_cap *cap);
struct ibv_ah *far_create_ah(const struct ibv_ah_attr *attr);
int far_release(void *object);
int far_modify_qp(struct ibv_qp *qp, const struct ibv_qp_attr *attr, int mask);
int far_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask,
		 struct ibv_qp_init_attr *init);
int far_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr);
int far_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);
/* The next event of a far object; false: there is none yet. It is acknowledged already. */
bool far_get_event(struct ibv_async_event *event);

/* The PD of this process that the peer's own PD stands for. */
void far_own_pd_is(const struct ibv_pd *pd);
/* Of a region of this process: it was made or changed, or is gone. `iova` is its first address. */
void far_region_is(const struct ibv_mr *mr, uint64_t iova, int access);
/* It was made, and is of a device's memory, or a null MR. */
void far_region_is_local(const struct ibv_mr *mr);
/* Registered again; `access` below 0: with the same access. */
void far_region_is_changed(const struct ibv_mr *mr, int access);
void far_region_is_gone(const struct ibv_mr *mr);

/*
 * The other process: does what calls say until WIRE_END, or until WIRE_EVIDENCE if `evidence` is
 * not NULL, which is then filled. Returns NULL, or why it could not go on, as a clause about the
 * other side.
 */
const char *vct_far_serve(struct vct_wire *wire, struct vct_evidence *evidence, double until);
/* Sends the evidence of a check that was performed. */
bool vct_far_send_evidence(struct vct_wire *wire, const struct vct_evidence *evidence);

#endif
